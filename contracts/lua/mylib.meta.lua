---@meta
-- What a Lua contract finds when it runs, for editors with a Lua language server. Not a contract: the
-- node never loads this file. Functions that get wrong arguments return nothing, and do not raise.

---The argument bytes of the call, from 1 on.
---@type integer[]
contract = {}

---Set it to true to have the node refuse the call unless the tokens that it issues and withdraws match
---the base coins that it received and paid.
---@type boolean?
gCheckAccount = nil

---Writes to the log of the node.
function print(...) end

---@class mylib
mylib = {}

---@class Asset
---@field symbol string
---@field amount integer in the smallest unit

---@class DataEntry
---@field key string at most 500 bytes, none of them zero
---@field length integer 1 to 500
---@field value integer[] bytes

---@class CoinOutput
---@field addrType 1|2 regid or address
---@field accountIdTbl integer[] 6 bytes of a regid, or 34 of an address
---@field operatorType 1|2 adds to or takes from the account; only the contract itself can give
---@field outHeight integer not used
---@field moneyTbl integer[] 8 bytes, the lowest first

---@class TokenOperation
---@field operatorType 1|2|3|4 add free, subtract free, add tagged, subtract tagged
---@field outHeight integer height at which a tagged fund becomes free; 0 for free tokens
---@field moneyTbl integer[] 8 bytes, the lowest first
---@field userIdLen integer 1 to 40
---@field userIdTbl integer[]
---@field fundTagLen integer 0 to 40
---@field fundTagTbl integer[]

---@class AssetTransfer
---@field isContractAccount boolean true: the contract pays; false: who called it
---@field toAddressType 1|2 regid or address
---@field toAddress integer[]
---@field tokenType string symbol of the coin
---@field tokenAmount integer[] 8 bytes, the lowest first

---Arithmetic that returns nothing where the result does not fit 64 bits.
---@return integer?
function mylib.Int64Mul(a, b) end
---@return integer?
function mylib.Int64Add(a, b) end
---@return integer?
function mylib.Int64Sub(a, b) end
---Truncates towards zero.
---@return integer?
function mylib.Int64Div(a, b) end

---@param ... integer 4 or 8 bytes, the lowest first
---@return integer?
function mylib.ByteToInteger(...) end
---@return integer ... 4 bytes
function mylib.IntegerToByte4(value) end
---@return integer ... 8 bytes
function mylib.IntegerToByte8(value) end

---@param text string
---@return integer ... 32 bytes of the double hash
function mylib.Sha256(text) end
---@param text string
---@return integer ... 32 bytes
function mylib.Sha256Once(text) end
---@param request {dataLen: integer, data: integer[], keyLen: 8, key: integer[], flag: integer} flag 0 decrypts
---@return integer ...
function mylib.Des(request) end
---@param request {dataLen: integer, data: integer[], pubKeyLen: 33, pubKey: integer[], signatureLen: integer, signature: integer[]}
---@return boolean?
function mylib.VerifySignature(request) end
---@param request {key: integer, length: integer, value: string|integer[]} key 0 logs a text, 1 bytes as hex
function mylib.LogPrint(request) end

---@return integer ... 32 bytes, in the order in which ids are shown
function mylib.GetCurTxHash() end
---@return integer ... 6 bytes of the caller's regid
function mylib.GetCurTxAccount() end
---@return integer ... 8 bytes of the amount that came with the call
function mylib.GetCurTxPayAmount() end
---@return Asset
function mylib.GetCurTxInputAsset() end
---@return integer ... 6 bytes of this contract's regid
function mylib.GetContractRegId() end
---@return integer
function mylib.GetCurRunEnvHeight() end
---@param height 0
---@return integer? seconds since 1970
function mylib.GetBlockTimestamp(height) end
---@param height integer of an earlier block
---@return integer ... 32 bytes
function mylib.GetBlockHash(height) end
---@param ... integer 32 bytes of a txid
---@return number? a float
function mylib.GetTxConfirmHeight(...) end
---@param ... integer 32 bytes of a txid
---@return integer ... the argument bytes of that call
function mylib.GetTxContract(...) end
---@param ... integer 32 bytes of a txid
---@return integer ... 6 bytes of its sender's regid
function mylib.GetTxRegID(...) end
---@param pair {baseSymbol: string, quoteSymbol: string}
---@return integer? the median price times 10^8, 0 where there is none
function mylib.GetAssetPrice(pair) end

---@param ... integer 6 bytes of a regid, or 34 of an address
---@return integer ... 33 bytes
function mylib.GetAccountPublickey(...) end
---@param ... integer 6 bytes of a regid, or 34 of an address
---@return integer ... 8 bytes of the free base coins
function mylib.QueryAccountBalance(...) end
---@param ... integer 6 bytes of a regid
---@return integer ... 34 bytes of the address
function mylib.GetBase58Addr(...) end
---@param request {addressType: 1|2, address: integer[], tokenType: string}
---@return Asset?
function mylib.GetAccountAsset(request) end

---@param entry DataEntry
---@return true?
function mylib.WriteData(entry) end
---@param entry DataEntry
---@return boolean? whether the key existed
function mylib.ModifyData(entry) end
---@param key string
---@return integer ... the bytes of the value
function mylib.ReadData(key) end
---@param key string
---@return true?
function mylib.DeleteData(key) end
---@param request {id: integer[], key: string} the regid of another contract in 6 bytes
---@return integer ...
function mylib.GetContractData(request) end

---Takes effect when the script has ended.
---@param output CoinOutput
---@return true?
function mylib.WriteOutput(output) end
---Takes effect at once.
---@param transfer AssetTransfer
---@return true?
function mylib.TransferAccountAsset(transfer) end
---@param transfers AssetTransfer[] those before one that fails stay made
---@return true?
function mylib.TransferAccountAssets(transfers) end

---Has a module of the node do something for the contract, at once: see docs/native-contracts.md. A call that
---is refused ends the run, and pcall does not catch it.
---@param request {contract: string, action: string, args: table} regid of the module, its action, arguments by name
---@return string|true id of what was made, in hex
function mylib.CallContract(request) end

---@param request {idLen: integer, idValueTbl: integer[]}
---@return integer ... 8 bytes of the free tokens
function mylib.GetUserAppAccValue(request) end
---@param request TokenOperation
---@return integer ... 8 bytes of what is frozen under the tag until the height
function mylib.GetUserAppAccFundWithTag(request) end
---Takes effect when the script has ended.
---@param operation TokenOperation
---@return true?
function mylib.WriteOutAppOperate(operation) end
---@param request {toAddrTbl: integer[], outHeight: integer, moneyTbl: integer[], fundTagLen: integer, fundTagTbl: integer[]}
---@return true?
function mylib.TransferSomeAsset(request) end
---@param ... integer 34 bytes of an address
---@return true?
function mylib.TransferContractAsset(...) end

return mylib
