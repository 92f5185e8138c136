import { refusals } from '#kernel/base/refusal.ts'

/** Every way a checkout form is refused before anything is looked up. The store's developer corrects them. */
export const refuse = refusals({
  form_incomplete: ['invalid', 'The form must have the field {field}, once.'],
  request_too_large: ['invalid', 'jsonRequest must decode to at most {bytesMax} bytes.'],
  request_not_base64: ['invalid', 'jsonRequest must be the standard base64 of the JSON text, with its padding.'],
  request_not_json: [
    'invalid',
    'jsonRequest must be the base64 of one JSON object in UTF-8, such as {"siteId": 10722, "order": {}}.',
  ],
  checksum_malformed: [
    'invalid',
    'checksum must be the base64 of the 64 raw bytes of an HMAC-SHA512; {found} Do not encode its hexadecimal text.',
  ],
  site_required: ['invalid', '{field} {rule}.'],
  invalid_request: ['invalid', '{field} {rule}.'],
})
