import { describe, expect, test } from 'vitest'
import { isAllowedBaseUrl } from './endpoint-address.ts'

describe('the address of an endpoint', () => {
  test.each([
    'http://127.0.0.1:8000/v1',
    'http://localhost:11434/v1',
    'http://10.1.2.3/v1',
    'http://192.168.0.7:8000/v1',
    'http://[::1]:8000/v1',
    'http://[fd12:3456::1]/v1',
    'https://models.institute.example/v1',
  ])('may be %s', (baseUrl) => {
    expect(isAllowedBaseUrl(baseUrl)).toBe(true)
  })

  test.each([
    'ftp://models.example/v1',
    'file:///etc/passwd',
    'https://user:secret@models.example/v1',
    'https://user@models.example/v1',
    'https://models.example/v1?key=secret',
    'http://169.254.169.254/v1',
    'http://169.254.0.1/v1',
    'http://2852039166/v1',
    'http://0xa9fea9fe/v1',
    'http://0xa9.0xfe.0xa9.0xfe/v1',
    'http://0251.0376.0251.0376/v1',
    'http://169.254.43518/v1',
    'http://１６９.254.169.254/v1',
    'http://[::ffff:169.254.169.254]/v1',
    'http://[::ffff:a9fe:a9fe]/v1',
    'http://[::169.254.169.254]/v1',
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/v1',
    'http://[64:ff9b::a9fe:a9fe]/v1',
    'http://[64:ff9b:1::a9fe:a9fe]/v1',
    'http://[2002:a9fe:a9fe::1]/v1',
    'http://[fe80::1]/v1',
    'http://[febf::1]/v1',
    'http://[fd00:ec2::254]/v1',
    'http://[FD00:0EC2:0::0254]/v1',
    'http://100.100.100.200/v1',
    'http://metadata.google.internal/v1',
    'http://METADATA.google.internal./v1',
  ])('is never %s', (baseUrl) => {
    expect(isAllowedBaseUrl(baseUrl)).toBe(false)
  })
})
