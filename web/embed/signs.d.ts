// The module of the search that draws symbols. generator/publishing/embedding.py puts it into the script.
export { signed } from "../search/signs.js"
