/**
 * The layers of the kernel, lowest first; each may import those listed. The kernel holds no word of payments: a list in
 * `tests/tidy/floor-plan.test.ts` says which words it must not know.
 */
export const kernelMayUse = {
  base: [],
  telemetry: ['base'],
  crypto: ['base'],
  db: ['base', 'telemetry'],
  work: ['base', 'telemetry', 'db'],
  http: ['base', 'telemetry', 'db', 'crypto'],
  audit: ['base', 'db'],
} as const satisfies Record<string, readonly string[]>
