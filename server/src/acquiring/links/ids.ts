import type { Brand } from '#kernel/base/brand.ts'

export type LinkId = Brand<bigint, 'LinkId'>
