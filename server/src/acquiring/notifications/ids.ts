import type { Brand } from '#kernel/base/brand.ts'

export type NotificationId = Brand<bigint, 'NotificationId'>
