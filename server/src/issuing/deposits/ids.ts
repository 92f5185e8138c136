import { randomUUID } from 'node:crypto'
import type { Brand } from '#kernel/base/brand.ts'

export type ChainId = Brand<bigint, 'ChainId'>
export type KeyId = Brand<bigint, 'KeyId'>
export type AssetId = Brand<bigint, 'AssetId'>
export type AddressId = Brand<bigint, 'AddressId'>
export type DepositId = Brand<string, 'DepositId'>

export const newDepositId = (): DepositId => randomUUID() as DepositId
