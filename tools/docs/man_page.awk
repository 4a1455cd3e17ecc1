# man_page.awk: mergus.1, all commands on one page.
function roff(s) {
    gsub(/\\/, "\\e", s)
    gsub(/-/, "\\-", s)
    if (s ~ /^[.']/) s = "\\&" s
    return s
}
function print_items(c, which,   i, spelled) {
    for (i = 1; i <= items; ++i) {
        if (of[i] != c || part[i] != which) continue
        spelled = name[i]
        gsub(/,/, ", ", spelled)
        printf ".TP\n\\fB%s\\fR%s\n%s\n", roff(spelled), value[i] == "" ? "" : " " roff(value[i]), roff(text[i])
    }
}
function print_notes(c,   lines, n, i, blank, examples) {
    n = split(notes[c], lines, "\n")
    for (i = 1; i <= n; ++i) {
        if (lines[i] == "") {
            blank = 1
        } else if (lines[i] == "Examples:") {
            print ".PP\nExamples:\n.nf"
            examples = 1
        } else {
            if (blank && !examples) print ".PP"
            print roff(lines[i])
            blank = 0
        }
    }
    if (examples) print ".fi"
}
END {
    printf ".TH MERGUS 1 \"\" \"mergus %s\" \"User Commands\"\n", version
    print ".SH NAME\nmergus \\- sparse matrix algebra over semirings"
    printf ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n%s\n.SH OPTIONS\n", roff(usage[1]), roff(summary[1])
    print_items(1, "Options")
    print_notes(1)
    print ".SH COMMANDS"
    for (c = 2; c <= commands; ++c) {
        printf ".SS mergus %s\n%s\n.PP\n.B %s\n", command[c], roff(summary[c]), roff(usage[c])
        print_items(c, "Positionals")
        print_items(c, "Options")
        print_items(c, "Subcommands")
        if (notes[c] != notes[1]) print_notes(c) # a command without notes of its own prints the program's
    }
}
