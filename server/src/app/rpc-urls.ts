import type { RpcUrls } from '#connectors/chain/contract-wallets.ts'
import { Secret } from '#kernel/base/secret.ts'

const part = /^\s*([1-9]\d{0,15})=(https?:\/\/\S+?)\s*$/

/** `1=https://…,8453=https://…`: the id of a chain, and the address of a node. */
export const areRpcUrls = (text: string): boolean =>
  text.split(',').every((one) => URL.canParse(part.exec(one)?.[2] ?? ''))

export const readRpcUrls = (text: string | undefined): RpcUrls =>
  new Map(
    text?.split(',').map((one) => {
      const [, chainId = '', url = ''] = part.exec(one) ?? []
      return [BigInt(chainId), new Secret(url)] as const
    }),
  )
