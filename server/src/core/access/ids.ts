import type { Brand } from '#kernel/base/brand.ts'

export type StaffId = Brand<bigint, 'StaffId'>
export type StaffTokenId = Brand<bigint, 'StaffTokenId'>
export type StaffSessionId = Brand<bigint, 'StaffSessionId'>
export type StaffInvitationId = Brand<bigint, 'StaffInvitationId'>
export type StaffFactorId = Brand<bigint, 'StaffFactorId'>
export type StaffRecoveryCodeId = Brand<bigint, 'StaffRecoveryCodeId'>
export type StaffChallengeId = Brand<bigint, 'StaffChallengeId'>
export type ApprovalId = Brand<bigint, 'ApprovalId'>
