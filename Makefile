# make play   builds the wasm core and the playground, serves it, says where
# make test   everything, and it brings what it needs
# make wasm   builds the core that package wasm embeds, as it is released
.PHONY: play test deps core check unit arm64 wasm

play:
	go run ./cmd/ebb-play

test: deps core check unit arm64

deps:
	@.ci/deps

# The tests run the core of this tree, not the one committed; fast compression will do.
core:
	go run ./cmd/ebb-wasm -quality 5

wasm:
	go run ./cmd/ebb-wasm

check:
	@bad=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$bad" ]; then echo "gofmt: $$bad"; exit 1; fi
	go vet ./...
	GOOS=linux GOARCH=arm64 go vet ./core/... ./native/... ./cmd/ebb
	GOOS=wasip1 GOARCH=wasm go vet ./core/... ./wasm/guest ./cmd/ebb-wasm

unit:
	EBB_NO_SKIP=1 go test -timeout 20m ./...

# The command line built for arm64, under emulation, prints what PHP prints; its
# tiers agree.
arm64:
	@mkdir -p build
	GOOS=linux GOARCH=arm64 CGO_ENABLED=0 go test -c -o build/enter-arm64.test ./native/enter
	cd native/enter && qemu-aarch64 ../../build/enter-arm64.test
	GOOS=linux GOARCH=arm64 CGO_ENABLED=0 go test -c -o build/vm-arm64.test ./native/vm
	cd native/vm && qemu-aarch64 ../../build/vm-arm64.test -test.short
	GOOS=linux GOARCH=arm64 CGO_ENABLED=0 go build -o build/ebb-arm64 ./cmd/ebb
	@for p in core/phptest/corpus/bench/*.php; do \
		echo "arm64 $$p"; qemu-aarch64 build/ebb-arm64 $$p | cmp - $${p%.php}.out || exit 1; done
