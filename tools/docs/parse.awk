# parse.awk: reads the help texts of all commands ("@ COMMAND" before each) into arrays, for the other scripts:
#   commands, command[c]           their number and names ("" for the program itself, "cache list"), c from 1
#   summary[c] usage[c] notes[c]   the text before the usage line, that line, and the text after the options
#   items, of[i] part[i]           all arguments, options and subcommands: the command's number, "Options" and so on
#   name[i] value[i] text[i]       "-o,--output", "FILE" or "", what it is for
#   below[c]                       names of its subcommands, separated by spaces
/^@ / || $0 == "@" {
    command[++commands] = substr($0, 3)
    section = "summary"
    next
}
/^Usage: / { usage[commands] = substr($0, 8); section = "notes"; next }
/^(Positionals|Options|Subcommands):$/ { section = substr($0, 1, length($0) - 1); next }
section == "summary" { summary[commands] = summary[commands] (summary[commands] == "" ? "" : " ") $0; next }
section == "notes" { notes[commands] = notes[commands] $0 "\n"; next }
$0 == "" { section = "notes"; next }
/^  [^ ]/ {
    line = substr($0, 3)
    wide = match(line, /   *[^ ]/) # at least two spaces separate the name and value from the text
    called = wide ? substr(line, 1, RSTART - 1) : line
    ++items
    of[items] = commands
    part[items] = section
    text[items] = wide ? substr(line, RSTART + RLENGTH - 1) : ""
    space = index(called, " ")
    name[items] = space ? substr(called, 1, space - 1) : called
    value[items] = space ? substr(called, space + 1) : ""
    if (section == "Subcommands") below[commands] = below[commands] (below[commands] == "" ? "" : " ") name[items]
    next
}
{ # the text of the item before goes on
    sub(/^ +/, "")
    text[items] = text[items] (text[items] == "" ? "" : " ") $0
}

# Whether option i has a value; "Needs: --mask" is not one.
function takes_value(i) { return value[i] != "" && value[i] !~ /^(Needs|Excludes):/ }

# The words "a b" of a value "TEXT:{a,b}", or "".
function choices(i,   words) {
    if (!match(value[i], /\{[^}]*\}/)) return ""
    words = substr(value[i], RSTART + 1, RLENGTH - 2)
    gsub(/,/, " ", words)
    return words
}

# The text without characters that end a shell quotation.
function plain(s) {
    gsub(/'/, "’", s)
    gsub(/\\/, "", s)
    gsub(/\[/, "(", s)
    gsub(/\]/, ")", s)
    return s
}
