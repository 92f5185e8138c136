import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  chain_not_found: ['not_found', 'There is no chain {chain}.'],
  invalid_chain_name: ['invalid', 'The name of a chain is small letters, digits and dashes, such as ethereum.'],
  invalid_chain_id: ['invalid', 'The number of a chain is that of EIP-155, such as 1 for Ethereum.'],
  chain_id_taken: ['conflict', 'Chain {evmId} is watched under another name.'],
  chain_id_differs: ['conflict', 'The chain {chain} has the number {evmId}, which does not change.'],
  xpub_missing: ['invalid', 'A new chain needs an extended public key (xpub) for its addresses.'],
  invalid_xpub: [
    'invalid',
    'This is no extended public key of BIP-32: it begins with xpub and has 111 characters. Export it from the wallet, at m/44’/60’/account’.',
  ],
  private_key_given: [
    'invalid',
    'This is a private key, and everybody who has seen it can take all coins. Make another wallet, and give its extended PUBLIC key (xpub).',
  ],
  public_test_key: ['invalid', 'Everybody knows the private key that belongs to this xpub. Use one of your own.'],
  invalid_asset: ['invalid', '{asset} is none of the coins that Florin knows: {known}.'],
  invalid_contract: [
    'invalid',
    'A contract is an address as EIP-55 writes it, such as 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed.',
  ],
  contract_differs: [
    'conflict',
    'The contract and the decimals of {asset} on this chain do not change. Add another asset.',
  ],
  contract_taken: ['conflict', 'The chain has an asset with this contract already.'],
  invalid_decimals: ['invalid', 'Decimals are a whole number from 0 to 36, as the contract says.'],
  invalid_confirmations: ['invalid', 'Confirmations are a whole number from 1 to 100.'],
  invalid_range: [
    'invalid',
    'Write the smallest and the largest quantity as decimal numbers of the asset, the first not above the second and not 0.',
  ],
  addresses_used_up: [
    'conflict',
    'The extended public key has no more addresses. The operator gives the chain another one.',
  ],
})
