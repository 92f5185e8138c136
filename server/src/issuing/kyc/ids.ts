import type { Brand } from '#kernel/base/brand.ts'

export type CaseId = Brand<bigint, 'CaseId'>
