"""Every system call of the module, the checker and the command made to fail, and a kill at each of them."""
