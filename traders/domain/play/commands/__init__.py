"""What a line may begin with in every game: the registry, the interpreter, and one module a family
of commands.
"""
