import type { Brand } from '#kernel/base/brand.ts'

export type SessionId = Brand<bigint, 'SessionId'>
