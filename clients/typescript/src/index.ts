export {
  canonicalPairs,
  canonicalQuery,
  encodeStrict,
  MAX_QUERY_PAIRS,
  QueryMalformedError,
  type SignedParts,
  stringToSign,
} from './canonical.ts'
export { type ClientKey, type ClientKeyInput, createClientKey, deriveSigningKey, sealedBytes } from './client-key.ts'
export type { CryptoBackend, MacKey } from './crypto-backend.ts'
export { type Bytes, concatBytes, pemToDer, toBase64Url, toHex, utf8 } from './encoding.ts'
export { freshNonce, type RequestToSign, type SignatureHeaders, signature, signRequest } from './sign.ts'
export { hasWebCrypto, webCrypto } from './web-crypto.ts'
