import type { Brand } from '#kernel/base/brand.ts'

export type CaseId = Brand<bigint, 'CaseId'>
export type SubmissionId = Brand<bigint, 'SubmissionId'>
export type CheckId = Brand<bigint, 'CheckId'>
