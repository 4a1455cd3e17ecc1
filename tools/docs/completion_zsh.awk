# completion_zsh.awk: _arguments for every command.
function described(s) {
    s = plain(s)
    gsub(/:/, "\\:", s)
    return s
}
function function_name(c,   s) {
    s = "_mergus" (command[c] == "" ? "" : " " command[c])
    gsub(/ /, "_", s)
    return s
}
END {
    print "#compdef mergus\n# Made from `mergus --help`."
    for (c = commands; c >= 1; --c) {
        printf "%s() {\n", function_name(c)
        if (below[c] != "") {
            print "    local -a commands=("
            for (i = 1; i <= items; ++i)
                if (of[i] == c && part[i] == "Subcommands") printf "        '%s:%s'\n", name[i], described(text[i])
            print "    )"
        }
        print "    local curcontext=\"$curcontext\" state line"
        printf "    _arguments -C"
        for (i = 1; i <= items; ++i) {
            if (of[i] != c || part[i] != "Options") continue
            action = choices(i) != "" ? ":value:(" choices(i) ")" : takes_value(i) ? ":value:_files" : ""
            n = split(name[i], spelled, ",")
            for (s = 1; s <= n; ++s) printf " \\\n        '*%s[%s]%s'", spelled[s], described(text[i]), action
        }
        if (below[c] == "")
            print " \\\n        '*:file:_files'"
        else {
            print " \\\n        '1:command:->command' '*::argument:->rest'"
            print "    case $state in\n    command) _describe command commands ;;\n    rest) case $line[1] in"
            n = split(below[c], words, " ")
            for (d = 2; d <= commands; ++d)
                for (w = 1; w <= n; ++w)
                    if (command[d] == (c > 1 ? command[c] " " : "") words[w]) printf "        %s) %s ;;\n", words[w], function_name(d)
            print "        esac ;;\n    esac"
        }
        print "}"
    }
    print "_mergus \"$@\""
}
