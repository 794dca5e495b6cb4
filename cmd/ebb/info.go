package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"

	"github.com/ebb-vm/ebb/core"
	"github.com/ebb-vm/ebb/core/rt"
)

// version returns the module's version as the build recorded it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v += "-" + s.Value[:min(len(s.Value), 10)]
			}
		}
	}
	return v
}

func versionCommand() command {
	return command{
		name: "version", summary: "print the version",
		help: "usage: ebb version\n\nPrints the version of the language and of ebb, as -v does.\n",
		run: func(o *options, args []string) (int, error) {
			if _, _, err := newFlags("version", o).parse(args); err != nil {
				return 1, err
			}
			return printVersion(os.Stdout)
		},
	}
}

func printVersion(w io.Writer) (int, error) {
	fmt.Fprintf(w, "PHP %s (cli) (NTS)\nebb %s, %s %s/%s\n", rt.PHPVersion, version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return 0, nil
}

// withExec makes an executor of these settings that runs nothing.
func withExec(o *options, f func(x *rt.Exec)) {
	r := newRunner(o)
	r.cfg.Host = host{rt.NewOSHost(), r}
	r.quit = func(error) {}
	r.engine = core.New(r.cfg)
	f(r.engine.Start(core.Script{Path: codeName, Source: []byte{}}))
	r.engine.Finish()
}

func moduleNames(x *rt.Exec) []string {
	var names []string
	for _, m := range x.Modules() {
		names = append(names, m.Name)
	}
	sort.Slice(names, func(i, j int) bool { return strings.ToLower(names[i]) < strings.ToLower(names[j]) })
	return names
}

func printModules(o *options) (int, error) {
	withExec(o, func(x *rt.Exec) {
		fmt.Printf("[PHP Modules]\n%s\n\n[Zend Modules]\n\n", strings.Join(moduleNames(x), "\n"))
	})
	return 0, nil
}

// printInfo is a short phpinfo(): versions, modules, settings that differ from
// their defaults and those of ebb itself.
func printInfo(o *options) (int, error) {
	withExec(o, func(x *rt.Exec) {
		fmt.Printf("phpinfo()\nPHP Version => %s\n\n", rt.PHPVersion)
		name, _ := os.Hostname()
		fmt.Printf("System => %s %s %s\n", runtime.GOOS, name, runtime.GOARCH)
		fmt.Printf("Server API => Command Line Interface\nEngine => ebb %s, %s\n", version(), runtime.Version())
		fmt.Printf("Loaded Configuration File => (none)\nThread Safety => disabled\nZend Memory Manager => enabled\n")
		fmt.Printf("Modules => %s\n\nDirective => Local Value\n", strings.Join(moduleNames(x), ", "))
		for _, e := range x.Ini.All("") {
			v := e.Local
			if v == "" {
				v = "no value"
			}
			fmt.Printf("%s => %s\n", e.Name, v)
		}
	})
	return 0, nil
}
