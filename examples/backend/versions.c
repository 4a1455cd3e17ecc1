/**
 * \file versions.c
 * How a backend reads and writes members that a library of another minor version may not have.
 * docs/WRITING-A-BACKEND.md shows it.
 */
#include <mergus/plugin.h>

uint32_t example_flags_and_work(const mergus_csr* csr, mergus_report* report, uint64_t work);

uint32_t example_flags_and_work(const mergus_csr* csr, mergus_report* report, uint64_t work) {
    uint32_t flags = MERGUS_GET(mergus_csr, csr, flags, 0); /* read: 0 where the member is missing */
    if (MERGUS_HAS(mergus_report, report, work)) report->work = work; /* write: only if there is room */
    return flags;
}
