/* The instructions: ARMv6-M Architecture Reference Manual, A5 and A6. See turbo.h.
 *
 * Functions that return u32 return the cycles beyond the first.
 */
#include "arithmetic.h"
#include "transfers.h"

static void stop_at(Cpu *cpu, u32 opcode) {
    cpu->bad_opcode = opcode;
    cpu->bad_opcode_at = cpu->r[PC] - 2;
    cpu->stop = STOP_OPCODE;
}

/* A register as an operand; the PC reads four bytes on. */
static inline u32 operand(Cpu *cpu, u32 number) { return cpu->r[number] + (number == PC ? 2 : 0); }

static u32 write_any_register(Cpu *cpu, u32 number, u32 value) {
    if (number == PC) {
        cpu->r[PC] = value & ~1u;
        return 1;
    }
    cpu->r[number] = number == SP ? value & ~3u : value;
    return 0;
}

/* 010001: add, compare and move all sixteen registers; branch to one. */
static u32 high_registers(Cpu *cpu, u32 op) {
    u32 m = (op >> 3) & 15, d = ((op >> 4) & 8) | (op & 7), target = cpu->r[m];
    switch ((op >> 8) & 3) {
    case 0: return write_any_register(cpu, d, operand(cpu, d) + operand(cpu, m));
    case 1: subtract(cpu, operand(cpu, d), operand(cpu, m)); return 0;
    case 2: return write_any_register(cpu, d, operand(cpu, m));
    }
    if (op & 0x80) {
        cpu->r[LR] = cpu->r[PC] | 1;
        cpu->r[PC] = target & ~1u;
    } else {
        branch_exchange(cpu, target);
    }
    return 1;
}

static u32 extended(u32 x, u32 how) {
    switch (how) {
    case 0: return (u32)(s32)(s16)x;
    case 1: return (u32)(s32)(s8)x;
    case 2: return x & 0xffff;
    }
    return x & 0xff;
}

static u32 reversed(u32 x, u32 how) {
    switch (how) {
    case 0: return __builtin_bswap32(x);
    case 1: return (x & 0xff00ff) << 8 | ((x >> 8) & 0xff00ff);
    }
    return (u32)(s32)(s16)((x & 255) << 8 | ((x >> 8) & 255));
}

static u32 hint(Cpu *cpu, u32 op) {
    switch (op) {
    case 0xbf20: /* WFE: sleep, but for an event that came before */
        if (!cpu->event) cpu->asleep = cpu->irq_news = 1;
        cpu->event = 0;
        return 1;
    case 0xbf30: cpu->asleep = cpu->irq_news = 1; return 1; /* WFI */
    case 0xbf40: cpu->event = 1; return 0;                  /* SEV */
    }
    return 0;
}

/* 1011: miscellaneous. */
static u32 miscellaneous(Cpu *cpu, u32 op) {
    u32 x = cpu->r[(op >> 3) & 7], how = (op >> 6) & 3, words = op & 127;
    switch ((op >> 8) & 15) {
    case 0: cpu->r[SP] += op & 0x80 ? 0u - 4 * words : 4 * words; return 0;
    case 2: cpu->r[op & 7] = extended(x, how); return 0;
    case 4:
    case 5: return push(cpu, op);
    case 6:
        cpu->primask = op == 0xb672; /* CPSID i, else CPSIE i */
        cpu->irq_news = 1;
        return 0;
    case 10: cpu->r[op & 7] = reversed(x, how); return 0;
    case 12:
    case 13: return pop(cpu, op);
    case 15: return hint(cpu, op);
    }
    stop_at(cpu, op); /* BKPT, or nothing of this architecture */
    return 0;
}

static int holds(Cpu *cpu, u32 condition) {
    int is;
    switch (condition >> 1) {
    case 0: is = cpu->z; break;
    case 1: is = cpu->c; break;
    case 2: is = cpu->n; break;
    case 3: is = cpu->v; break;
    case 4: is = cpu->c && !cpu->z; break;
    case 5: is = cpu->n == cpu->v; break;
    default: is = !cpu->z && cpu->n == cpu->v;
    }
    return condition & 1 ? !is : is;
}

/* 1101: conditional branch, supervisor call. */
static u32 branch_if(Cpu *cpu, u32 op) {
    u32 condition = (op >> 8) & 15;
    if (condition == 15) {
        cpu->pend_svcall = cpu->irq_news = 1;
    } else if (condition == 14) {
        stop_at(cpu, op);
    } else if (holds(cpu, condition)) {
        cpu->r[PC] += 2 + 2 * (s32)(s8)op;
        return 1;
    }
    return 0;
}

static void branch_link(Cpu *cpu, u32 op, u32 low) {
    u32 s = (op >> 10) & 1, i1 = !(s ^ ((low >> 13) & 1)), i2 = !(s ^ ((low >> 11) & 1));
    u32 offset = (s ? 0xffu << 24 : 0) | i1 << 23 | i2 << 22 | (op & 0x3ff) << 12 | (low & 0x7ff) << 1;
    cpu->r[LR] = (cpu->r[PC] + 2) | 1;
    cpu->r[PC] += 2 + offset;
}

/* 111: the few instructions of 32 bits. */
static u32 wide(Cpu *cpu, u32 op) {
    u32 low = load16(cpu, cpu->r[PC]);
    if (op >> 11 == 0x1e && (low & 0xd000) == 0xd000) {
        branch_link(cpu, op, low);
        return 2;
    }
    if (op == 0xf3ef && low >> 12 == 8)
        cpu->r[(low >> 8) & 15] = read_special(cpu, low & 255);
    else if (op >> 4 == 0xf38 && low >> 8 == 0x88)
        write_special(cpu, low & 255, cpu->r[op & 15]);
    else if (op != 0xf3bf) /* the barriers have nothing to wait for */
        stop_at(cpu, op);
    cpu->r[PC] += 2;
    return 2;
}

/* One instruction, its PC already moved on; returns its cycles beyond the first. */
static u32 execute(Cpu *cpu, u32 op) {
    u32 *r = cpu->r, *d = &r[(op >> 8) & 7], immediate = op & 255;
    switch (op >> 11) {
    case 0x00: case 0x01: case 0x02: shift_immediate(cpu, op); return 0;
    case 0x03: add_subtract(cpu, op); return 0;
    case 0x04: *d = immediate; set_nz(cpu, immediate); return 0;
    case 0x05: subtract(cpu, *d, immediate); return 0;
    case 0x06: *d = add(cpu, *d, immediate, 0); return 0;
    case 0x07: *d = subtract(cpu, *d, immediate); return 0;
    case 0x08:
        if (op & 0x400) return high_registers(cpu, op);
        data_processing(cpu, op);
        return 0;
    case 0x09: return load_word(cpu, (op >> 8) & 7, ((r[PC] + 2) & ~3u) + 4 * immediate);
    case 0x0a: case 0x0b: return transfer_by_register(cpu, op);
    case 0x12: return store_word(cpu, (op >> 8) & 7, r[SP] + 4 * immediate);
    case 0x13: return load_word(cpu, (op >> 8) & 7, r[SP] + 4 * immediate);
    case 0x14: *d = ((r[PC] + 2) & ~3u) + 4 * immediate; return 0;
    case 0x15: *d = r[SP] + 4 * immediate; return 0;
    case 0x16: case 0x17: return miscellaneous(cpu, op);
    case 0x18: case 0x19: return transfer_many(cpu, op);
    case 0x1a: case 0x1b: return branch_if(cpu, op);
    case 0x1c: r[PC] += 2 + ((s32)(op << 21) >> 20); return 1;
    case 0x1d: case 0x1e: case 0x1f: return wide(cpu, op);
    }
    return transfer_by_offset(cpu, op);
}

/* Run until the cycle count reaches the deadline, the core sleeps, or something stops it. */
void turbo_run(Cpu *cpu) {
    while (cpu->cycles < cpu->deadline && !cpu->stop) {
        if (cpu->irq_news) take_exception(cpu);
        if (cpu->asleep) break;
        u32 op = load16(cpu, cpu->r[PC]);
        cpu->r[PC] += 2;
        cpu->cycles += 1 + execute(cpu, op);
    }
}

/* So that the caller can compare its own idea of the layout. */
u32 turbo_sizeof(void) { return sizeof(Cpu); }
