"""The machine on which a server stands: what `traders setup`, `status`, `backup` and `restore` do,
as root. It knows nothing of Django: it is there before the settings are.

`files/` has every file that a server needs beside the program, once: what lies below `files/usr`
the package brings as it stands, what lies below `files/etc` is written with the server's own names
in place of those of `example.org` (docs/decisions/0040-a-package.md).
"""
