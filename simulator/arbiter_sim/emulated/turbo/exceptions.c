/* Exceptions and the NVIC: ARMv6-M Architecture Reference Manual, B1.5 and B3.4. */
#include "turbo.h"

enum { NMI = 2, SVCALL = 11, PENDSV = 14, SYSTICK = 15, FIRST_IRQ = 16 };
enum { THREAD_PRIORITY = 4, NMI_PRIORITY = -2 };
enum { ALIGNED = 1 << 9 }; /* of a stacked xPSR: the stack was realigned */
enum { ICSR = 0xd04, VTOR = 0xd08, SHPR2 = 0xd1c, SHPR3 = 0xd20 };
enum { ISER = 0x100, ICER = 0x180, ISPR = 0x200, ICPR = 0x280, IPR = 0x400, CPUID = 0xd00 };
#define CORTEX_M0PLUS_R0P1 0x410CC601u

static u32 pending_irqs(Cpu *cpu) { return cpu->irq_lines | cpu->irq_soft; }

static int svcall_priority(Cpu *cpu) { return cpu->shpr2 >> 30; }
static int pendsv_priority(Cpu *cpu) { return (cpu->shpr3 >> 22) & 3; }
static int systick_priority(Cpu *cpu) { return cpu->shpr3 >> 30; }

static int irq_priority(Cpu *cpu, u32 irq) {
    return ((cpu->priority_low >> irq) & 1) | (((cpu->priority_high >> irq) & 1) << 1);
}

static u32 irqs_of(Cpu *cpu, int priority) {
    return (priority & 1 ? cpu->priority_low : ~cpu->priority_low) &
           (priority & 2 ? cpu->priority_high : ~cpu->priority_high);
}

/* The exception among `irqs` and the pending system ones that is first, before `limit`; 0 if none. */
static u32 most_urgent(Cpu *cpu, u32 irqs, int limit) {
    if (cpu->pend_nmi && limit > NMI_PRIORITY) return NMI;
    for (int priority = 0; priority < limit && priority < THREAD_PRIORITY; priority++) {
        if (cpu->pend_svcall && priority == svcall_priority(cpu)) return SVCALL;
        if (cpu->pend_pendsv && priority == pendsv_priority(cpu)) return PENDSV;
        if (cpu->pend_systick && priority == systick_priority(cpu)) return SYSTICK;
        u32 ready = irqs & irqs_of(cpu, priority);
        if (ready) return FIRST_IRQ + __builtin_ctz(ready);
    }
    return 0;
}

static int priority_in_force(Cpu *cpu) {
    switch (cpu->exception) {
    case 0: return THREAD_PRIORITY;
    case 1:
    case NMI:
    case 3: return (int)cpu->exception - 4; /* reset, NMI, HardFault: fixed at -3, -2, -1 */
    case SVCALL: return svcall_priority(cpu);
    case PENDSV: return pendsv_priority(cpu);
    case SYSTICK: return systick_priority(cpu);
    }
    return cpu->exception < FIRST_IRQ ? THREAD_PRIORITY : irq_priority(cpu, cpu->exception - FIRST_IRQ);
}

static u32 read_icsr(Cpu *cpu) {
    int any = pending_irqs(cpu) || cpu->pend_pendsv || cpu->pend_systick || cpu->pend_svcall;
    return (cpu->pend_nmi ? 1u << 31 : 0) | (cpu->pend_pendsv ? 1u << 28 : 0) |
           (cpu->pend_systick ? 1u << 26 : 0) | (any ? 1u << 22 : 0) |
           (most_urgent(cpu, pending_irqs(cpu), THREAD_PRIORITY) << 12) | (cpu->exception & 0x1ff);
}

static void write_icsr(Cpu *cpu, u32 value) {
    if (value & (1u << 31)) cpu->pend_nmi = 1;
    if (value & (1u << 28)) cpu->pend_pendsv = 1;
    if (value & (1u << 27)) cpu->pend_pendsv = 0;
    if (value & (1u << 26)) cpu->pend_systick = 1;
    if (value & (1u << 25)) cpu->pend_systick = 0;
}

static u32 read_priorities(Cpu *cpu, u32 first) {
    u32 value = 0;
    for (int i = 0; i < 4; i++) value |= (u32)irq_priority(cpu, first + i) << (8 * i + 6);
    return value;
}

static void write_priorities(Cpu *cpu, u32 first, u32 value) {
    for (u32 i = 0; i < 4; i++) {
        u32 bit = 1u << (first + i), priority = (value >> (8 * i + 6)) & 3;
        cpu->priority_low = (cpu->priority_low & ~bit) | (priority & 1 ? bit : 0);
        cpu->priority_high = (cpu->priority_high & ~bit) | (priority & 2 ? bit : 0);
    }
}

u32 read_ppb(Cpu *cpu, u32 offset) {
    if (offset >= IPR && offset < IPR + 32) return read_priorities(cpu, offset - IPR);
    switch (offset) {
    case CPUID: return CORTEX_M0PLUS_R0P1;
    case ICSR: return read_icsr(cpu);
    case VTOR: return cpu->vector_table;
    case ISPR:
    case ICPR: return pending_irqs(cpu);
    case ISER:
    case ICER: return cpu->irq_enabled;
    case SHPR2: return cpu->shpr2;
    case SHPR3: return cpu->shpr3;
    }
    return cpu->read(0xe000e000u + offset);
}

void write_ppb(Cpu *cpu, u32 offset, u32 value) {
    cpu->irq_news = 1;
    if (offset >= IPR && offset < IPR + 32) {
        write_priorities(cpu, offset - IPR, value);
        return;
    }
    switch (offset) {
    case ICSR: write_icsr(cpu, value); return;
    case VTOR: cpu->vector_table = value; return;
    case ISPR: cpu->irq_soft |= value; return;
    case ICPR: cpu->irq_soft &= ~value; return;
    case ISER: cpu->irq_enabled |= value; return;
    case ICER: cpu->irq_enabled &= ~value; return;
    case SHPR2: cpu->shpr2 = value; return;
    case SHPR3: cpu->shpr3 = value; return;
    }
    cpu->write(0xe000e000u + offset, value, 4);
}

static void enter_exception(Cpu *cpu, u32 number) {
    u32 realigned = cpu->r[SP] & 4 ? ALIGNED : 0;
    u32 frame = cpu->r[SP] = (cpu->r[SP] - 32) & ~4u;
    for (int i = 0; i < 4; i++) store32(cpu, frame + 4 * i, cpu->r[i]);
    store32(cpu, frame + 16, cpu->r[12]);
    store32(cpu, frame + 20, cpu->r[LR]);
    store32(cpu, frame + 24, cpu->r[PC] & ~1u);
    store32(cpu, frame + 28, (xpsr(cpu) & ~(u32)ALIGNED) | realigned);
    cpu->r[LR] = cpu->in_handler ? 0xfffffff1u : cpu->uses_psp ? 0xfffffffdu : 0xfffffff9u;
    cpu->in_handler = 1;
    cpu->exception = number;
    use_stack(cpu, 0);
    cpu->r[PC] = load32(cpu, cpu->vector_table + 4 * number) & ~1u;
    cpu->event = cpu->irq_news = 1;
    cpu->cycles += 15;
}

void leave_exception(Cpu *cpu, u32 how) {
    u32 to = how & 0xf;
    if (to == 1 || to == 9 || to == 13) {
        cpu->in_handler = to == 1;
        use_stack(cpu, to == 13);
    }
    u32 frame = cpu->r[SP], psr = load32(cpu, frame + 28);
    for (int i = 0; i < 4; i++) cpu->r[i] = load32(cpu, frame + 4 * i);
    cpu->r[12] = load32(cpu, frame + 16);
    cpu->r[LR] = load32(cpu, frame + 20);
    cpu->r[PC] = load32(cpu, frame + 24) & ~1u;
    cpu->r[SP] = (frame + 32) | (psr & ALIGNED ? 4 : 0);
    set_flags(cpu, psr);
    cpu->exception = cpu->in_handler ? psr & 0x3f : 0;
    cpu->event = cpu->irq_news = 1;
    cpu->cycles += 12;
}

static void acknowledge(Cpu *cpu, u32 number) {
    switch (number) {
    case NMI: cpu->pend_nmi = 0; return;
    case SVCALL: cpu->pend_svcall = 0; return;
    case PENDSV: cpu->pend_pendsv = 0; return;
    case SYSTICK: cpu->pend_systick = 0; return;
    }
    cpu->irq_soft &= ~(1u << (number - FIRST_IRQ));
}

void take_exception(Cpu *cpu) {
    u32 number = most_urgent(cpu, pending_irqs(cpu) & cpu->irq_enabled, priority_in_force(cpu));
    cpu->irq_news = 0;
    if (!number) return;
    cpu->asleep = 0; /* masked or not, an interrupt ends WFI */
    if (cpu->primask && number != NMI) return;
    acknowledge(cpu, number);
    enter_exception(cpu, number);
}
