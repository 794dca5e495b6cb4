module github.com/ebb-vm/ebb

go 1.26
