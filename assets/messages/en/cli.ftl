### The words of the terminal.
