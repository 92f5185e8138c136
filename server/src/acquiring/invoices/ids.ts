import type { Brand } from '#kernel/base/brand.ts'

export type DocumentId = Brand<bigint, 'DocumentId'>
export type RequestId = Brand<bigint, 'RequestId'>
