"""The version of this client, as its package and its User-Agent tell it."""

VERSION = "0.2.0"
