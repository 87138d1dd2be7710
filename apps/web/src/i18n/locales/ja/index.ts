import auth from './auth.json'
import common from './common.json'
import errors from './errors.json'

export const first = { auth, common, errors }
export const others = import.meta.glob(['./*.json', '!./{auth,common,errors}.json'])
