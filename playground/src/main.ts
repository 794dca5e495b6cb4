// Where the page starts.

import './style.css'
import { App, readLink } from './app'

const start = async () => new App(location.hash.length > 1 ? await readLink() : null)

void start()
