/**
 * \file plugin/device_group.h
 * The extension device_group: matrices that pass between the devices of several processes, by way of no host
 * memory where the devices reach each other.
 *
 * Without the extension they pass through host memory.
 */
#ifndef MERGUS_PLUGIN_DEVICE_GROUP_H
#define MERGUS_PLUGIN_DEVICE_GROUP_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The name of mergus_device_groups. */
#define MERGUS_EXTENSION_DEVICE_GROUP "device_group"

/** Contexts of several processes, each on a device of its own; opaque, defined by the plugin. */
typedef struct mergus_device_group mergus_device_group;

/** A matrix that is sent to a member of a group, or received from one. */
typedef struct mergus_device_message {
    size_t struct_size;
    mergus_matrix* matrix; /**< sent: not changed. Received: made by matrix_for */
    uint64_t member;       /**< the other one */
    int32_t receives;      /**< 1: from that member; 0: to it */
    int32_t reserved;      /**< 0 */
} mergus_device_message;

/** Functions of groups. */
typedef struct mergus_device_groups {
    size_t struct_size;
    uint64_t id_bytes; /**< of the name of a group */
    /** Writes a new name, which the caller gives to all members. An error where groups are not possible. */
    int32_t (*name_group)(mergus_context* context, void* id, mergus_status* status);
    /** Joins the group of that name as number `member` of `count`. Waits for all members. */
    int32_t (*join)(mergus_context* context, const void* id, uint64_t member, uint64_t count,
                    mergus_device_group** group, mergus_status* status);
    /** Frees the group. The context must exist. */
    void (*leave)(mergus_device_group* group);
    /** A matrix of that type, shape and number of entries (the other members are not read), whose entries are
     * to be received. */
    int32_t (*matrix_for)(mergus_context* context, const mergus_csr* shape, mergus_matrix** matrix,
                          mergus_status* status);
    /** Sends and receives matrices, no vectors. All members call it, and each message has its counterpart, in
     * the same order between two members. Waits; DEVICE_LOST after `seconds`. */
    int32_t (*exchange)(mergus_context* context, mergus_device_group* group,
                        const mergus_device_message* messages, uint64_t count, double seconds,
                        mergus_status* status);
} mergus_device_groups;

#ifdef __cplusplus
}
#endif

#endif
