import helmet from '@fastify/helmet'
import plugin from 'fastify-plugin'

export const securityHeadersPlugin = plugin(
  async (app) => {
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          // Mantine writes its variables and responsive styles into <style> elements.
          styleSrc: ["'self'", "'unsafe-inline'"],
          connectSrc: ["'self'"],
          // `blob:` is for the images of a chat, which the page fetches with its token.
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'"],
          manifestSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: 'deny' },
      strictTransportSecurity: false,
    })

    app.addHook('onRequest', async (request, reply) => {
      // Without the subdomains: that is a promise about other servers of the institute, which the proxy in front can make.
      if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
      if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    })
  },
  { name: 'security-headers' },
)
