import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: ['src/testing/setup.ts'],
      css: false,
      testTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  }),
)
