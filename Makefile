# make play   builds the wasm core and the playground, serves it, says where
# make test   everything, and it brings what it needs
.PHONY: play test check unit deps wasm

play:
	go run ./cmd/ebb-play

test: deps check unit

deps:
	@.ci/deps

check:
	@bad=$$(gofmt -l core wasm native jit playground cmd 2>/dev/null | grep -v node_modules); \
	if [ -n "$$bad" ]; then echo "gofmt: $$bad"; exit 1; fi
	go vet ./...
	GOOS=linux GOARCH=arm64 go vet ./core/... ./native/... ./cmd/ebb
	GOOS=wasip1 GOARCH=wasm go vet ./core/... ./cmd/ebb-wasm

unit:
	EBB_NO_SKIP=1 go test ./...
