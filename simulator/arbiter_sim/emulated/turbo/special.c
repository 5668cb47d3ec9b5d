/* The special registers: ARMv6-M Architecture Reference Manual, B1.4 and B5.2. */
#include "turbo.h"

void use_stack(Cpu *cpu, u32 process_stack) {
    if (cpu->uses_psp == process_stack) return;
    u32 sp = cpu->r[SP];
    cpu->r[SP] = cpu->other_sp;
    cpu->other_sp = sp;
    cpu->uses_psp = process_stack;
}

static u32 flags(Cpu *cpu) { return cpu->n << 31 | cpu->z << 30 | cpu->c << 29 | cpu->v << 28; }

void set_flags(Cpu *cpu, u32 value) {
    cpu->n = value >> 31;
    cpu->z = (value >> 30) & 1;
    cpu->c = (value >> 29) & 1;
    cpu->v = (value >> 28) & 1;
}

u32 xpsr(Cpu *cpu) { return flags(cpu) | cpu->exception | 1u << 24; }

u32 read_special(Cpu *cpu, u32 number) {
    switch (number) {
    case 0: return flags(cpu);
    case 1:
    case 2:
    case 3: return xpsr(cpu);
    case 5: return cpu->exception;
    case 8: return cpu->uses_psp ? cpu->other_sp : cpu->r[SP];
    case 9: return cpu->uses_psp ? cpu->r[SP] : cpu->other_sp;
    case 16: return cpu->primask;
    case 20: return (cpu->uses_psp ? 2 : 0) | (cpu->unprivileged ? 1 : 0);
    }
    return 0;
}

void write_special(Cpu *cpu, u32 number, u32 value) {
    switch (number) {
    case 0:
    case 1:
    case 2:
    case 3: set_flags(cpu, value); break;
    case 8: *(cpu->uses_psp ? &cpu->other_sp : &cpu->r[SP]) = value & ~3u; break;
    case 9: *(cpu->uses_psp ? &cpu->r[SP] : &cpu->other_sp) = value & ~3u; break;
    case 16:
        cpu->primask = value & 1;
        cpu->irq_news = 1;
        break;
    case 20:
        cpu->unprivileged = value & 1;
        if (!cpu->in_handler) use_stack(cpu, (value >> 1) & 1);
        break;
    }
}
