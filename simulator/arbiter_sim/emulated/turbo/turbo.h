/* An ARMv6-M core (Cortex-M0+, the RP2040's) for rp2040py's peripherals.
 *
 * rp2040py runs every instruction in Python or Cython; this core runs them in C and calls back for
 * what it does not keep itself: peripheral registers. Kept here: memory, the NVIC, the SIO's
 * spinlocks and divider, and reads of the timer. Cycle counts are rp2040py's, so that both cores give
 * the same log: one an instruction, one more for RAM or flash data, three to read and four to write a
 * peripheral, none for SIO, one more for a taken branch.
 */
#ifndef TURBO_H
#define TURBO_H

#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;

enum { SP = 13, LR = 14, PC = 15 };
enum { STOP_OPCODE = 1, STOP_CALLER = 2 };
enum { SRAM_BYTES = 264 * 1024, ROM_BYTES = 16 * 1024, FLASH_MASK = 0xffffff };
#define SRAM_START 0x20000000u

/* The fields and their order stand again in __init__.py. */
typedef struct {
    u32 r[16];      /* r13 is the stack pointer in use, r15 the next instruction */
    u32 n, z, c, v; /* flags, 0 or 1 */
    u32 other_sp, primask, uses_psp, unprivileged, in_handler, exception;
    u32 vector_table, shpr2, shpr3;
    u32 irq_lines, irq_soft, irq_enabled; /* one bit an interrupt */
    u32 priority_low, priority_high;      /* of each interrupt's two-bit priority */
    u32 pend_nmi, pend_pendsv, pend_svcall, pend_systick;
    u32 event, asleep, irq_news, stop;
    u32 spinlocks, dividend, divisor, quotient, remainder, divider_csr;
    u32 timer_high;
    u32 gpio_in, gpio_in_known; /* what GPIO_IN last read, while nothing can have changed it */
    u32 bad_opcode, bad_opcode_at;
    u64 cycles, deadline;
    u64 sync_cycles;    /* cycle count at which the clock read ... */
    double sync_nanos;  /* ... this */
    double timer_epoch; /* nanoseconds at which the TIMER began to count */
    u8 *flash, *sram, *dpram;
    u32 *rom;
    u32 (*read)(u32 address);
    void (*write)(u32 address, u32 value, u32 bytes);
} Cpu;

/* bus.c */
u32 read_elsewhere(Cpu *cpu, u32 address);
void write_elsewhere(Cpu *cpu, u32 address, u32 value, u32 bytes);

/* exceptions.c */
u32 read_ppb(Cpu *cpu, u32 offset);
void write_ppb(Cpu *cpu, u32 offset, u32 value);
void take_exception(Cpu *cpu);
void leave_exception(Cpu *cpu, u32 how);

/* special.c */
void use_stack(Cpu *cpu, u32 process_stack);
void set_flags(Cpu *cpu, u32 value);
u32 xpsr(Cpu *cpu);
u32 read_special(Cpu *cpu, u32 number);
void write_special(Cpu *cpu, u32 number, u32 value);

static inline int in_sram(u32 address) { return address - SRAM_START < SRAM_BYTES; }

static inline int in_flash(u32 address) { return address >> 26 == 0x10000000u >> 26; }

static inline u32 load32(Cpu *cpu, u32 address) {
    if (in_sram(address)) return *(u32 *)(cpu->sram + (address - SRAM_START));
    if (in_flash(address)) return *(u32 *)(cpu->flash + (address & FLASH_MASK));
    if (address < ROM_BYTES) return cpu->rom[address >> 2];
    return read_elsewhere(cpu, address & ~3u);
}

static inline u32 load_part(Cpu *cpu, u32 address) {
    return address < ROM_BYTES ? cpu->rom[address >> 2] : read_elsewhere(cpu, address & ~3u);
}

static inline u32 load16(Cpu *cpu, u32 address) {
    if (in_sram(address)) return *(u16 *)(cpu->sram + (address - SRAM_START));
    if (in_flash(address)) return *(u16 *)(cpu->flash + (address & FLASH_MASK));
    return (load_part(cpu, address) >> ((address & 2) * 8)) & 0xffff;
}

static inline u32 load8(Cpu *cpu, u32 address) {
    if (in_sram(address)) return cpu->sram[address - SRAM_START];
    if (in_flash(address)) return cpu->flash[address & FLASH_MASK];
    return (load_part(cpu, address) >> ((address & 3) * 8)) & 0xff;
}

static inline void store32(Cpu *cpu, u32 address, u32 value) {
    if (in_sram(address))
        *(u32 *)(cpu->sram + (address - SRAM_START)) = value;
    else
        write_elsewhere(cpu, address, value, 4);
}

static inline void store16(Cpu *cpu, u32 address, u32 value) {
    if (in_sram(address))
        *(u16 *)(cpu->sram + (address - SRAM_START)) = (u16)value;
    else
        write_elsewhere(cpu, address, value & 0xffff, 2);
}

static inline void store8(Cpu *cpu, u32 address, u32 value) {
    if (in_sram(address))
        cpu->sram[address - SRAM_START] = (u8)value;
    else
        write_elsewhere(cpu, address, value & 0xff, 1);
}

#endif
