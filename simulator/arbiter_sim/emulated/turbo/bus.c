/* Everything on the bus that is neither memory nor somebody else's: SIO and the timer. */
#include "turbo.h"

#define SIO 0xd0000000u
#define TIMER 0x40054000u
#define DPRAM 0x50100000u
#define PPB 0xe000e000u
enum { PAGE = 0xfff };

static int is_spinlock(u32 offset) { return offset >= 0x100 && offset <= 0x17c; }

static u32 spinlock_bit(u32 offset) { return 1u << ((offset - 0x100) >> 2); }

static u32 claim_spinlock(Cpu *cpu, u32 bit) {
    if (cpu->spinlocks & bit) return 0;
    cpu->spinlocks |= bit;
    return bit;
}

/* RP2040 datasheet 2.3.1.5: what the divider gives for zero divisors and overflow. */
static void divide_signed(Cpu *cpu) {
    s32 dividend = (s32)cpu->dividend, divisor = (s32)cpu->divisor;
    if (divisor == 0) {
        cpu->quotient = dividend < 0 ? 1 : 0xffffffffu;
        cpu->remainder = cpu->dividend;
    } else if (divisor == -1) {
        cpu->quotient = 0u - cpu->dividend;
        cpu->remainder = 0;
    } else {
        cpu->quotient = (u32)(dividend / divisor);
        cpu->remainder = (u32)(dividend % divisor);
    }
    cpu->divider_csr = 3;
}

static void divide_unsigned(Cpu *cpu) {
    cpu->quotient = cpu->divisor ? cpu->dividend / cpu->divisor : 0xffffffffu;
    cpu->remainder = cpu->divisor ? cpu->dividend % cpu->divisor : cpu->dividend;
    cpu->divider_csr = 3;
}

static u32 read_sio(Cpu *cpu, u32 address) {
    u32 offset = address & PAGE;
    if (is_spinlock(offset)) return claim_spinlock(cpu, spinlock_bit(offset));
    switch (offset) {
    case 0x00: return 0; /* CPUID: core 0, the only one here */
    case 0x04:
        if (cpu->gpio_in_known) return cpu->gpio_in;
        break;
    case 0x5c: return cpu->spinlocks;
    case 0x60:
    case 0x68: return cpu->dividend;
    case 0x64:
    case 0x6c: return cpu->divisor;
    case 0x70: cpu->divider_csr &= ~2u; return cpu->quotient;
    case 0x74: return cpu->remainder;
    case 0x78: return cpu->divider_csr;
    }
    return cpu->read(address);
}

/* Whether the write was one that is handled here. */
static int write_sio(Cpu *cpu, u32 offset, u32 value) {
    if (is_spinlock(offset)) {
        cpu->spinlocks &= ~spinlock_bit(offset);
        return 1;
    }
    switch (offset) {
    case 0x60: cpu->dividend = value; divide_unsigned(cpu); return 1;
    case 0x64: cpu->divisor = value; divide_unsigned(cpu); return 1;
    case 0x68: cpu->dividend = value; divide_signed(cpu); return 1;
    case 0x6c: cpu->divisor = value; divide_signed(cpu); return 1;
    case 0x70: cpu->quotient = value; cpu->divider_csr = 3; return 1;
    case 0x74: cpu->remainder = value; cpu->divider_csr = 3; return 1;
    }
    return 0;
}

static u64 timer_micros(Cpu *cpu) {
    double nanos = cpu->sync_nanos + (double)(cpu->cycles - cpu->sync_cycles) * 8.0;
    return (u64)((nanos - cpu->timer_epoch) / 1000.0);
}

static u32 read_timer(Cpu *cpu, u32 address) {
    u64 micros;
    switch (address & PAGE) {
    case 0x08: return cpu->timer_high;
    case 0x0c: /* reading the low word latches the high one */
        micros = timer_micros(cpu);
        cpu->timer_high = (u32)(micros >> 32);
        return (u32)micros;
    case 0x24: return (u32)(timer_micros(cpu) >> 32);
    case 0x28: return (u32)timer_micros(cpu);
    }
    return cpu->read(address);
}

u32 read_elsewhere(Cpu *cpu, u32 address) {
    if (address >> 28 == SIO >> 28) return read_sio(cpu, address);
    if ((address & ~PAGE) == TIMER) return read_timer(cpu, address);
    if ((address & ~PAGE) == DPRAM) return *(u32 *)(cpu->dpram + (address & PAGE));
    if ((address & ~PAGE) == PPB) return read_ppb(cpu, address & PAGE);
    return cpu->read(address);
}

void write_elsewhere(Cpu *cpu, u32 address, u32 value, u32 bytes) {
    if (bytes == 4 && address >> 28 == SIO >> 28 && write_sio(cpu, address & PAGE, value)) return;
    if (bytes == 4 && (address & ~PAGE) == PPB)
        write_ppb(cpu, address & PAGE, value);
    else
        cpu->write(address, value, bytes);
}
