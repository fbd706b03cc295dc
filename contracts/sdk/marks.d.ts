// What editors need to know of contracts, and `coind contract build` knows by itself: the marks, and that
// classes of rows and structs get the methods that pack them.

declare module "sdk" {
  import { Name, Reader, Writer } from "sdk-sources";
  export * from "sdk-sources";
  /** What classes marked `@table` or `@struct` extend. */
  export class Packed {
    __table(): Name;
    __pack(writer: Writer): void;
    __unpack(reader: Reader): void;
  }
}

/** The class whose methods are the contract. */
declare function contract(target: Function): void;
/** A method that becomes an action. */
declare function action(target: object, name: string): void;
/** A method that answers queries and changes nothing. */
declare function view(target: object, name: string): void;
/** A method that answers an action of another contract, such as "0-800::transfer". */
declare function notify(
  action: string,
): (target: object, name: string) => void;
/** A class that becomes rows of storage, under a name of at most 12 characters. */
declare function table(name: string): (target: Function) => void;
/** A class that is a type of arguments. */
declare function struct(target: Function): void;
