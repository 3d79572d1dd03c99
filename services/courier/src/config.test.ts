import { describe, expect, it } from 'vitest'
import { readCourierConfig } from './config.ts'

const sound = {
  REDIS_URL: 'redis://127.0.0.1:1',
  STORAGE: 'filesystem',
  STORAGE_DIR: '.',
  COURIER_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
}

describe('the networks that tests may reach', () => {
  it('are none by default', () => {
    expect(readCourierConfig(sound).allowedNetworks).toEqual([])
  })

  it('are refused in production', () => {
    const open = { ...sound, COURIER_ALLOW_NETWORKS: '127.0.0.0/8, ::1/128' }
    expect(readCourierConfig({ ...open, NODE_ENV: 'test' }).allowedNetworks).toHaveLength(2)
    expect(() => readCourierConfig({ ...open, NODE_ENV: 'production' })).toThrow(/COURIER_ALLOW_NETWORKS/)
  })

  it('must be networks', () => {
    expect(() => readCourierConfig({ ...sound, COURIER_ALLOW_NETWORKS: 'localhost' })).toThrow(
      /address\/bits/,
    )
  })
})
