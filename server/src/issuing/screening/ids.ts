import type { Brand } from '#kernel/base/brand.ts'

export type EntryId = Brand<bigint, 'EntryId'>
/** A list as it was loaded at one time. */
export type VersionId = Brand<bigint, 'VersionId'>
export type HitId = Brand<bigint, 'HitId'>
export type RunId = Brand<bigint, 'RunId'>
