// `node bench/web.ts`: what the application costs a browser. The same numbers come with `pnpm bench`.
import { measureWeb, printWeb } from './web-stream.ts'

printWeb(await measureWeb())
