#!/usr/bin/env bash
# openapi-typescript-codegen 0.31.0 and swagger-typescript-api 13.13.0 (npm): Chinese names in a description. typescript 5.9.3 (npm).
#
# Names of parameters and tags, and the values of an enum, may be of any letters (OpenAPI 3.1; JSON Schema), and so may names in
# TypeScript. openapi-typescript-codegen, still much used though its page sends people elsewhere, makes names of Latin letters, digits
# and _ alone and drops what comes out twice: of an enum of three Chinese values the first is left, as Kind._, and of 4K and 4k the one.
# It says nothing, the files compile, and a film of another kind has one that the type does not know. All tags become one class, Service.
# Of a parameter named 年份 nothing at all is left, which the compiler finds. swagger-typescript-api keeps every value and name.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" openapi-typescript-codegen@0.31.0 swagger-typescript-api@13.13.0 \
  typescript@5.9.3 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const run = (...words) => spawnSync('npx', ['--no-install', ...words], { encoding: 'utf8' })
const describe = (year) => ({
  openapi: '3.1.0',
  info: { title: 'Films', version: '1' },
  paths: {
    '/films': {
      get: {
        tags: ['影片'],
        operationId: 'listFilms',
        parameters: [{ name: year, in: 'query', schema: { type: 'integer' } }],
        responses: { 200: { description: 'Films', content: { 'application/json': { schema: { $ref: '#/components/schemas/Film' } } } } },
      },
    },
    '/actors': { get: { tags: ['演员'], operationId: 'listActors', responses: { 204: { description: 'None' } } } },
  },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['正片', '预告', '花絮'] },
      Quality: { type: 'string', enum: ['1080p', '4K', '4k'] },
      Film: { type: 'object', properties: { kind: { $ref: '#/components/schemas/Kind' }, quality: { $ref: '#/components/schemas/Quality' } } },
    },
  },
})
const values = (text, name) => {
  const [, members] = text.match(new RegExp(`enum ${name} \\{([^}]*)\\}`))
  return [...members.matchAll(/(\S+) = ['"](.+?)['"]/g)].map(([, key, value]) => `${key} ${value}`)
}
const compiled = (...files) =>
  run('tsc', '--noEmit', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', ...files).status === 0
const seen = {}
for (const year of ['year', '年份']) {
  writeFileSync('api.json', JSON.stringify(describe(year)))
  assert.equal(run('openapi', '--input', 'api.json', '--output', year).status, 0)
  assert.equal(run('swagger-typescript-api', 'generate', '--path', 'api.json', '--output', '.', '--name', `${year}.ts`).status, 0)
  const other = readFileSync(`${year}.ts`, 'utf8')
  seen[year] = {
    kind: values(readFileSync(`${year}/models/Kind.ts`, 'utf8'), 'Kind'),
    quality: values(readFileSync(`${year}/models/Quality.ts`, 'utf8'), 'Quality'),
    classes: readdirSync(`${year}/services`),
    compiles: compiled(`${year}/index.ts`),
    'kind by the other': values(other, 'Kind'),
    'quality by the other': values(other, 'Quality'),
    'the other compiles': compiled(`${year}.ts`),
  }
}
console.log(seen)
const both = {
  kind: ['_ 正片'],
  quality: ['_1080P 1080p', '_4K 4K'],
  classes: ['Service.ts'],
  'kind by the other': ['Value正片 正片', 'Value预告 预告', 'Value花絮 花絮'],
  'quality by the other': ['Value1080P 1080p', 'Value4K 4K', 'Value4K1 4k'],
  'the other compiles': true,
}
assert.deepEqual(seen, { year: { ...both, compiles: true }, 年份: { ...both, compiles: false } })
JS
node look.mjs
