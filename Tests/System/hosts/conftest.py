"""Fixtures of the hosts' tests."""

import pytest

from harness import answers


@pytest.fixture(params=answers.ANSWERS.values(), ids=answers.ANSWERS.keys())
def answer(request, system_store) -> answers.Answer:
    """Each of the answers in turn, with alice enrolled for it."""
    answers.prepare(system_store, request.param)
    return request.param


@pytest.fixture
def enrolled(system_store):
    """alice enrolled, and nothing tried yet."""
    system_store.enroll()
    return system_store
