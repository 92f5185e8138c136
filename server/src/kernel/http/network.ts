import ipaddr from 'ipaddr.js'

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * Reads an address (`203.0.113.9`, `2001:db8::1`) or a network of them (`203.0.113.0/24`), and returns it in its one
 * spelling, an address as a network of itself. Undefined for anything else.
 */
export function readNetwork(unchecked: string): { text: string; bits: number; addressBits: 32 | 128 } | undefined {
  const text = unchecked.trim()
  const [address, bits] = ipaddr.isValid(text) ? whole(text) : ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : []
  if (!address || bits === undefined) return undefined
  const isV4 = address instanceof ipaddr.IPv4
  const first = (isV4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${address}/${bits}`)
  return { text: `${first}/${bits}`, bits, addressBits: isV4 ? 32 : 128 }
}

function whole(text: string): Network {
  const address = ipaddr.process(text)
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128]
}

/** Whether an address is in a network that `readNetwork` has read. */
export function networkIncludes(network: string): (address: string) => boolean {
  const [first, bits] = ipaddr.parseCIDR(network)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return address.kind() === first.kind() && address.match(first, bits)
  }
}
