/* Instructions that calculate with the low registers. */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include "turbo.h"

static inline void set_nz(Cpu *cpu, u32 value) {
    cpu->n = value >> 31;
    cpu->z = value == 0;
}

static inline u32 add(Cpu *cpu, u32 a, u32 b, u32 carry) {
    u64 wide = (u64)a + b + carry;
    u32 sum = (u32)wide;
    set_nz(cpu, sum);
    cpu->c = (u32)(wide >> 32);
    cpu->v = (~(a ^ b) & (a ^ sum)) >> 31;
    return sum;
}

static inline u32 subtract(Cpu *cpu, u32 a, u32 b) { return add(cpu, a, ~b, 1); }

/* Shifts by a register's low byte; a shift by nothing leaves the carry alone. */
static u32 shift_left(Cpu *cpu, u32 x, u32 by) {
    if (!by) return x;
    cpu->c = by <= 32 ? (x >> (32 - by)) & 1 : 0;
    return by < 32 ? x << by : 0;
}

static u32 shift_right(Cpu *cpu, u32 x, u32 by) {
    if (!by) return x;
    cpu->c = by <= 32 ? (x >> (by - 1)) & 1 : 0;
    return by < 32 ? x >> by : 0;
}

static u32 shift_signed(Cpu *cpu, u32 x, u32 by) {
    if (!by) return x;
    if (by > 31) by = 32;
    cpu->c = (x >> (by - 1)) & 1;
    return (u32)((s32)x >> (by < 32 ? by : 31));
}

static u32 rotate_right(Cpu *cpu, u32 x, u32 by) {
    if (!by) return x;
    by &= 31;
    if (by) x = x >> by | x << (32 - by);
    cpu->c = x >> 31;
    return x;
}

/* 000xx: shift by an immediate; 0 stands for 32 but in a left shift. */
static void shift_immediate(Cpu *cpu, u32 op) {
    u32 by = (op >> 6) & 31, x = cpu->r[(op >> 3) & 7], result;
    switch (op >> 11) {
    case 0: result = shift_left(cpu, x, by); break;
    case 1: result = shift_right(cpu, x, by ? by : 32); break;
    default: result = shift_signed(cpu, x, by ? by : 32);
    }
    cpu->r[op & 7] = result;
    set_nz(cpu, result);
}

/* 00011: add or subtract a register or three bits. */
static void add_subtract(Cpu *cpu, u32 op) {
    u32 a = cpu->r[(op >> 3) & 7], field = (op >> 6) & 7;
    u32 b = op & 0x400 ? field : cpu->r[field];
    cpu->r[op & 7] = op & 0x200 ? subtract(cpu, a, b) : add(cpu, a, b, 0);
}

/* 010000: data processing. */
static void data_processing(Cpu *cpu, u32 op) {
    u32 *d = &cpu->r[op & 7], m = cpu->r[(op >> 3) & 7];
    switch ((op >> 6) & 15) {
    case 0: *d &= m; break;
    case 1: *d ^= m; break;
    case 2: *d = shift_left(cpu, *d, m & 255); break;
    case 3: *d = shift_right(cpu, *d, m & 255); break;
    case 4: *d = shift_signed(cpu, *d, m & 255); break;
    case 5: *d = add(cpu, *d, m, cpu->c); return;
    case 6: *d = add(cpu, *d, ~m, cpu->c); return;
    case 7: *d = rotate_right(cpu, *d, m & 255); break;
    case 8: set_nz(cpu, *d & m); return;
    case 9: *d = subtract(cpu, 0, m); return;
    case 10: subtract(cpu, *d, m); return;
    case 11: add(cpu, *d, m, 0); return;
    case 12: *d |= m; break;
    case 13: *d *= m; break;
    case 14: *d &= ~m; break;
    case 15: *d = ~m; break;
    }
    set_nz(cpu, *d);
}

#endif
