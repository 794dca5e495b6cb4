package rt

import (
	"strconv"
	"strings"

	"github.com/ebb-vm/ebb/core/mm"
)

// coreIni declares the engine's settings with the values of `php -n` on the
// command line. Extensions declare their own beside their functions.
func coreIni() []IniDecl {
	boolTo := func(set func(n *Ini, b bool)) func(*Exec, string, IniStage) bool {
		return func(x *Exec, v string, _ IniStage) bool { set(x.Ini, IniBool(v)); return true }
	}
	intTo := func(set func(n *Ini, i int64)) func(*Exec, string, IniStage) bool {
		return func(x *Exec, v string, _ IniStage) bool { set(x.Ini, atoi(v)); return true }
	}
	return []IniDecl{
		{Name: "error_reporting", Null: true, OnChange: func(x *Exec, v string, st IniStage) bool {
			if v == "" && st == IniStartup {
				x.Errors.Level = EAll
				return true
			}
			x.Errors.Level = int(atoi(v))
			return true
		}},
		{Name: "display_errors", Default: "1", OnChange: func(x *Exec, v string, _ IniStage) bool {
			switch lc := strings.ToLower(v); {
			case lc == "stderr":
				x.Ini.DisplayErrors = 2
			case lc == "stdout" || IniBool(v):
				x.Ini.DisplayErrors = 1
				if atoi(v) == 2 {
					x.Ini.DisplayErrors = 2
				}
			default:
				x.Ini.DisplayErrors = 0
			}
			return true
		}},
		{Name: "display_startup_errors", Default: "1"},
		{Name: "html_errors", Default: "0", OnChange: boolTo(func(n *Ini, b bool) { n.HTMLErrors = b })},
		{Name: "log_errors", Default: "0", OnChange: boolTo(func(n *Ini, b bool) { n.LogErrors = b })},
		{Name: "error_log", Null: true},
		{Name: "error_log_mode", Default: "0644"},
		{Name: "error_prepend_string", Null: true},
		{Name: "error_append_string", Null: true},
		{Name: "ignore_repeated_errors", Default: "0", OnChange: boolTo(func(n *Ini, b bool) { n.IgnoreRepeated = b })},
		{Name: "ignore_repeated_source", Default: "0"},
		{Name: "xmlrpc_errors", Default: "0", Access: IniSystem},
		{Name: "xmlrpc_error_number", Default: "0"},
		{Name: "docref_root"}, {Name: "docref_ext"},
		{Name: "report_memleaks", Default: "1"},
		{Name: "report_zend_debug", Default: "0"},
		{Name: "fatal_error_backtraces", Default: "1", OnChange: boolTo(func(n *Ini, b bool) { n.FatalBacktraces = b })},
		{Name: "memory_limit", Default: "128M", OnChange: setMemoryLimit},
		{Name: "max_memory_limit", Default: "-1", Access: IniSystem},
		{Name: "max_execution_time", Default: "0", OnChange: func(x *Exec, v string, st IniStage) bool {
			x.Ini.MaxExecution = atoi(v)
			if st != IniStartup {
				x.SetTimeLimit(x.Ini.MaxExecution)
			}
			return true
		}},
		{Name: "max_input_time", Default: "-1", Access: IniPerDir | IniSystem},
		{Name: "max_input_nesting_level", Default: "64", Access: IniPerDir | IniSystem},
		{Name: "max_input_vars", Default: "1000", Access: IniPerDir | IniSystem},
		{Name: "max_multipart_body_parts", Default: "-1", Access: IniPerDir | IniSystem},
		{Name: "hard_timeout", Default: "2", Access: IniSystem},
		{Name: "precision", Default: "14", OnChange: func(x *Exec, v string, _ IniStage) bool {
			p := atoi(v)
			if p < -1 || p > 500 {
				return false
			}
			x.Ini.Precision = int(p)
			x.Space.Precision = int(p)
			return true
		}},
		{Name: "serialize_precision", Default: "-1", OnChange: func(x *Exec, v string, _ IniStage) bool {
			p := atoi(v)
			if p < -1 {
				return false
			}
			x.Ini.SerializePrecision = int(p)
			return true
		}},
		{Name: "include_path", Default: ".:/usr/share/php", OnChange: func(x *Exec, v string, _ IniStage) bool {
			if v == "" {
				return false
			}
			x.Ini.IncludePath = v
			return true
		}},
		{Name: "auto_prepend_file", Null: true, Access: IniPerDir | IniSystem},
		{Name: "auto_append_file", Null: true, Access: IniPerDir | IniSystem},
		{Name: "auto_globals_jit", Default: "1", Access: IniPerDir | IniSystem},
		{Name: "register_argc_argv", Default: "1", Access: IniPerDir | IniSystem},
		{Name: "variables_order", Default: "EGPCS", Access: IniPerDir | IniSystem},
		{Name: "request_order", Null: true, Access: IniPerDir | IniSystem},
		{Name: "short_open_tag", Default: "1", Access: IniPerDir | IniSystem},
		{Name: "open_basedir", Null: true},
		{Name: "disable_functions", Access: IniSystem},
		{Name: "enable_dl", Default: "1", Access: IniSystem},
		{Name: "enable_post_data_reading", Default: "1", Access: IniPerDir | IniSystem},
		{Name: "extension_dir", Default: "/usr/lib/php/20250925", Access: IniSystem},
		{Name: "expose_php", Default: "1", Access: IniSystem},
		{Name: "doc_root", Null: true, Access: IniSystem},
		{Name: "user_dir", Null: true, Access: IniSystem},
		{Name: "user_ini.filename", Default: ".user.ini", Access: IniSystem},
		{Name: "user_ini.cache_ttl", Default: "300", Access: IniSystem},
		{Name: "sys_temp_dir", Null: true, Access: IniSystem},
		{Name: "file_uploads", Default: "1", Access: IniSystem},
		{Name: "upload_tmp_dir", Null: true, Access: IniSystem},
		{Name: "upload_max_filesize", Default: "2M", Access: IniPerDir | IniSystem},
		{Name: "post_max_size", Default: "8M", Access: IniPerDir | IniSystem},
		{Name: "max_file_uploads", Default: "20", Access: IniPerDir | IniSystem},
		{Name: "allow_url_fopen", Default: "1", Access: IniSystem},
		{Name: "allow_url_include", Default: "0", Access: IniSystem, OnChange: func(x *Exec, v string, stage IniStage) bool {
			if stage == IniStartup && IniBool(v) {
				x.RaiseAt(EDeprecated, "", 0, "Directive 'allow_url_include' is deprecated")
			}
			return true
		}},
		{Name: "default_charset", Default: "UTF-8"},
		{Name: "default_mimetype", Default: "text/html"},
		{Name: "internal_encoding", Null: true},
		{Name: "input_encoding", Null: true},
		{Name: "output_encoding", Null: true},
		{Name: "output_buffering", Default: "0", Access: IniPerDir | IniSystem},
		{Name: "output_handler", Null: true, Access: IniPerDir | IniSystem},
		{Name: "implicit_flush", Default: "1", OnChange: boolTo(func(n *Ini, b bool) { n.ImplicitFlush = b })},
		{Name: "arg_separator.input", Default: "&", Access: IniPerDir | IniSystem, OnChange: notEmpty},
		{Name: "arg_separator.output", Default: "&", OnChange: notEmpty},
		{Name: "ignore_user_abort", Default: "0"},
		{Name: "highlight.comment", Default: "#FF8000"},
		{Name: "highlight.default", Default: "#0000BB"},
		{Name: "highlight.html", Default: "#000000"},
		{Name: "highlight.keyword", Default: "#007700"},
		{Name: "highlight.string", Default: "#DD0000"},
		{Name: "unserialize_callback_func", Null: true},
		{Name: "unserialize_max_depth", Default: "4096"},
		{Name: "realpath_cache_size", Default: "4096K", Access: IniSystem},
		{Name: "realpath_cache_ttl", Default: "120", Access: IniSystem},
		{Name: "syslog.facility", Default: "LOG_USER", Access: IniSystem},
		{Name: "syslog.filter", Default: "no-ctrl"},
		{Name: "syslog.ident", Default: "php", Access: IniSystem},
		{Name: "zend.assertions", Default: "1", OnChange: func(x *Exec, v string, st IniStage) bool {
			n := atoi(v)
			if st == IniRuntime && n != int64(x.Ini.Assertions) && (n < 0 || x.Ini.Assertions < 0) {
				x.Warning("zend.assertions may be completely enabled or disabled only in php.ini")
				return false
			}
			x.Ini.Assertions = int(n)
			return true
		}},
		{Name: "zend.enable_gc", Default: "1", OnChange: func(x *Exec, v string, _ IniStage) bool {
			x.Ini.GCEnabled = IniBool(v)
			x.Space.GCEnable(x.Ini.GCEnabled)
			return true
		}},
		{Name: "zend.detect_unicode", Default: "1"},
		{Name: "zend.multibyte", Default: "0", Access: IniPerDir | IniSystem},
		{Name: "zend.script_encoding", Null: true},
		{Name: "zend.signal_check", Default: "0", Access: IniSystem},
		{Name: "zend.exception_ignore_args", Default: "0", OnChange: boolTo(func(n *Ini, b bool) { n.IgnoreArgs = b })},
		{Name: "zend.exception_string_param_max_len", Default: "15", OnChange: func(x *Exec, v string, _ IniStage) bool {
			n := atoi(v)
			if n < 0 || n > 1000000 {
				return false
			}
			x.Ini.StringParamMax = int(n)
			return true
		}},
		{Name: "zend.max_allowed_stack_size", Default: "0", Access: IniSystem, OnChange: intTo(func(n *Ini, i int64) { n.MaxCallStack = i })},
		{Name: "zend.reserved_stack_size", Default: "0", Access: IniSystem},
		{Name: "fiber.stack_size", Null: true},

		{Name: IniVM, Default: "call", Access: IniSystem},
		{Name: IniStackPage, Default: "256K", Access: IniSystem},
		{Name: IniStackCache, Default: "32", Access: IniSystem},
		{Name: IniWasmJIT, Default: "0", Access: IniSystem},
		{Name: "ebb.debug_panic", Default: "0", Access: IniSystem},
		{Name: "ebb.binary", Access: IniSystem},
		{Name: "opcache.enable_cli", Default: "0", Access: IniSystem},
		{Name: "opcache.enable", Default: "1"},
		{Name: "opcache.jit", Default: "disable"},
		{Name: "opcache.jit_buffer_size", Default: "64M", Access: IniSystem},
		{Name: "opcache.optimization_level", Default: "0x7FFEBFFF", Access: IniSystem},
		{Name: "opcache.opt_debug_level", Default: "0", Access: IniSystem},
	}
}

// notEmpty refuses the empty string.
func notEmpty(x *Exec, v string, _ IniStage) bool { return v != "" }

func setMemoryLimit(x *Exec, v string, st IniStage) bool {
	n, complaint := ParseQuantity(v)
	if complaint != "" {
		x.Warning("Invalid \"memory_limit\" setting. %s", complaint)
	}
	if v == "" {
		n = 1 << 30
	}
	if err := x.Heap.SetLimit(n); err != nil {
		if st != IniRestore {
			if e, ok := err.(*mm.SetLimitError); ok {
				x.Warning("%s", e.Error())
			}
			return false
		}
	}
	x.Ini.MemoryLimit = n
	return true
}

// SetTimeLimit restarts the execution timer: seconds from now, 0 for none.
func (x *Exec) SetTimeLimit(seconds int64) {
	x.Deadline = 0
	if seconds > 0 {
		x.Deadline = x.Host.Monotonic() + seconds*1e9
	}
	if x.OnDeadline != nil {
		x.OnDeadline()
	}
}

// CheckDeadline ends the program when its time is up; tiers call it when
// Ctx.Interrupt is set.
func (x *Exec) CheckDeadline() {
	if x.Deadline == 0 || x.Host.Monotonic() < x.Deadline {
		return
	}
	x.Deadline = 0
	s := "s"
	if x.Ini.MaxExecution == 1 {
		s = ""
	}
	x.FatalError("Maximum execution time of %d second%s exceeded", x.Ini.MaxExecution, s)
}

func itoa(n int) string { return strconv.Itoa(n) }
