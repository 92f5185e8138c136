declare module '#kernel/db/schema.ts' {
  interface Schema {
    'payouts.locks': { id: bigint; version: number }
  }
}
