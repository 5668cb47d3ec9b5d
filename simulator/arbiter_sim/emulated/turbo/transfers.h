/* Instructions that load and store. Each returns its cycles beyond the first. */
#ifndef TRANSFERS_H
#define TRANSFERS_H

#include "turbo.h"

static void branch_exchange(Cpu *cpu, u32 target) {
    if (cpu->in_handler && target >> 28 == 0xf)
        leave_exception(cpu, target);
    else
        cpu->r[PC] = target & ~1u;
}

/* Extra cycles of a load or a store, by region. */
static inline u32 load_cycles(u32 address) {
    u32 region = address >> 28;
    return region == 0xd ? 0 : region == 4 ? 3 : 1;
}

static inline u32 store_cycles(u32 address) {
    u32 region = address >> 28;
    return region == 0xd ? 0 : region == 4 ? 4 : 1;
}

/* 0101: load and store with a register offset. */
static u32 transfer_by_register(Cpu *cpu, u32 op) {
    u32 address = cpu->r[(op >> 3) & 7] + cpu->r[(op >> 6) & 7], *t = &cpu->r[op & 7];
    u32 kind = (op >> 9) & 7, extra = kind < 3 ? store_cycles(address) : load_cycles(address);
    switch (kind) {
    case 0: store32(cpu, address, *t); break;
    case 1: store16(cpu, address, *t); break;
    case 2: store8(cpu, address, *t); break;
    case 3: *t = (u32)(s32)(s8)load8(cpu, address); break;
    case 4: *t = load32(cpu, address); break;
    case 5: *t = load16(cpu, address); break;
    case 6: *t = load8(cpu, address); break;
    case 7: *t = (u32)(s32)(s16)load16(cpu, address); break;
    }
    return extra;
}

static u32 load_word(Cpu *cpu, u32 number, u32 address) {
    u32 extra = load_cycles(address);
    cpu->r[number] = load32(cpu, address);
    return extra;
}

static u32 store_word(Cpu *cpu, u32 number, u32 address) {
    u32 extra = store_cycles(address);
    store32(cpu, address, cpu->r[number]);
    return extra;
}

/* 011 and 1000: load and store with a five-bit offset, in units of what is moved. */
static u32 transfer_by_offset(Cpu *cpu, u32 op) {
    u32 base = cpu->r[(op >> 3) & 7], offset = (op >> 6) & 31, t = op & 7;
    switch (op >> 11) {
    case 0x0c: return store_word(cpu, t, base + 4 * offset);
    case 0x0d: return load_word(cpu, t, base + 4 * offset);
    case 0x0e: store8(cpu, base + offset, cpu->r[t]); return store_cycles(base + offset);
    case 0x0f: cpu->r[t] = load8(cpu, base + offset); return load_cycles(base + offset);
    case 0x10: store16(cpu, base + 2 * offset, cpu->r[t]); return store_cycles(base + 2 * offset);
    }
    cpu->r[t] = load16(cpu, base + 2 * offset);
    return load_cycles(base + 2 * offset);
}

static u32 store_many(Cpu *cpu, u32 list, u32 address) {
    for (int i = 0; i < 8; i++)
        if (list & (1u << i)) {
            store32(cpu, address, cpu->r[i]);
            address += 4;
        }
    return address;
}

static u32 load_many(Cpu *cpu, u32 list, u32 address) {
    for (int i = 0; i < 8; i++)
        if (list & (1u << i)) {
            cpu->r[i] = load32(cpu, address);
            address += 4;
        }
    return address;
}

/* One cycle a low register; the link register of a push is free. */
static u32 push(Cpu *cpu, u32 op) {
    u32 low = op & 0xff, bottom = cpu->r[SP] - 4 * __builtin_popcount(op & 0x1ff);
    u32 address = store_many(cpu, low, bottom);
    if (op & 0x100) store32(cpu, address, cpu->r[LR]);
    cpu->r[SP] = bottom;
    return __builtin_popcount(low);
}

static u32 pop(Cpu *cpu, u32 op) {
    u32 low = op & 0xff, address = load_many(cpu, low, cpu->r[SP]);
    if (!(op & 0x100)) {
        cpu->r[SP] = address;
        return __builtin_popcount(low);
    }
    u32 target = load32(cpu, address);
    cpu->r[SP] = address + 4;
    branch_exchange(cpu, target);
    return __builtin_popcount(low) + 2;
}

/* 1100: load or store several registers and move the base past them. */
static u32 transfer_many(Cpu *cpu, u32 op) {
    u32 base = (op >> 8) & 7, list = op & 0xff;
    if (!(op & 0x800))
        cpu->r[base] = store_many(cpu, list, cpu->r[base]);
    else {
        u32 past = load_many(cpu, list, cpu->r[base]);
        if (!(list & (1u << base))) cpu->r[base] = past;
    }
    return __builtin_popcount(list);
}

#endif
