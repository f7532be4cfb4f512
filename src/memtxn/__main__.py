"""`python -m memtxn`: the command line."""

from memtxn.interfaces.cli.main import main

if __name__ == "__main__":
    main()
