import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `vite dev` finds the API. */
const api = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: { '/api': api, '/echo': api } },
  build: {
    target: 'es2022',
    // The content security policy allows no data: font or script, so that nothing may be inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](?:\.pnpm[\\/][^\\/]+[\\/]node_modules[\\/])?(?:react|react-dom|scheduler|react-router)[\\/]/,
            },
            { name: 'i18n', test: /node_modules[\\/](?:\.pnpm[\\/][^\\/]+[\\/]node_modules[\\/])?(?:i18next|react-i18next)[^\\/]*[\\/]/ },
          ],
        },
      },
    },
  },
})
