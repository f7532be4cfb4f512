"""What memtxn is tested with, shipped for those who write adapters and for those who build on it.

`storage_contract.StorageContract` is the contract of a storage as tests to subclass, `storage_machine` drives
two storages side by side and compares every answer, `scribe` writes records by hand, `fakes` stands in for
the clock and for chance. `powerloss` cuts the power after any operation on files, `bitflips` turns bits over in
them, `faultvfs` makes operations fail, `victims` are processes to be killed.
"""
