import type { Brand } from '#kernel/base/brand.ts'

export type EmailId = Brand<bigint, 'EmailId'>
